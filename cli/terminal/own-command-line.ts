/**
 * The command line with which the user runs this command, for use in messages. In a clone the command line is an npm
 * script.
 */
export const ownCommandLine = import.meta.filename.endsWith('.ts') ? 'npm run packetboat --' : 'packetboat'
