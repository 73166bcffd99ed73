/** How the reader of a message runs this command: in a clone as npm's script, elsewhere by its name. */
export const ownCommand = import.meta.filename.endsWith('.ts') ? 'npm run packetboat --' : 'packetboat'
