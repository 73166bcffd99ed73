// Runs before all other code. If Node is too old, prints one sentence and exits.
'use strict'

const { isSupported, required } = require('./node/node-version.cjs')

if (!isSupported(process.versions.node)) {
  process.stderr.write(
    `Packetboat needs Node ${required} or newer; this is ${process.versions.node}. ` +
      'In a clone, npm ci installs one. Otherwise get it from nodejs.org.\n',
  )
  process.exit(1)
}
