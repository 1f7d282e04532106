import packageJson from '../../package.json' with { type: 'json' }

/** The Node options of `npm start`. */
export const START_FLAGS = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'))
