# The service and its run-time dependencies, nothing else. Configuration comes from the environment: docs/operations.md.
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The image brings Node 24, so the one that npm brings along for older machines stays behind.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-*

# This stage builds the pages and the bundled service. Sources and build tools stay behind in it.
FROM node:24-slim AS built
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY bin bin
COPY src src
COPY clients/typescript/src clients/typescript/src
COPY web web
RUN node bin/build.mjs

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY bin bin
COPY migrations migrations
COPY docs/guia docs/guia
COPY --from=built /app/web/dist web/dist
COPY --from=built /app/dist dist
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# By default Node uses up to 128 MiB for young values, and lets the old ones double before it collects them. These options
# save memory, and lists are as fast.
ENTRYPOINT ["node", "--max-semi-space-size=32", "--heap-growing-percent=30", "bin/resguardo.mjs"]
CMD ["start"]
