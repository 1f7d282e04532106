import packageJson from '../../package.json' with { type: 'json' }

/** The options of Node that `npm start` gives. */
export const START_FLAGS = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'))
