// Runs first, in syntax that any Node understands: an old one could not even parse the other files.
'use strict'

const { engines } = require('../package.json')

/** @param {string} version */
function numbers(version) {
  return version
    .replace(/^[^0-9]*/, '')
    .split('.')
    .map(Number)
}

/** @param {number[]} a @param {number[]} b */
function isLess(a, b) {
  const at = [0, 1, 2].find((i) => a[i] !== b[i])
  return at !== undefined && a[at] < b[at]
}

if (isLess(numbers(process.versions.node), numbers(engines.node))) {
  process.stderr.write(
    `Packetboat needs Node ${numbers(engines.node).join('.')} or newer; this is ${process.versions.node}. ` +
      'In a clone, npm ci installs one for npm start. Otherwise get it from nodejs.org.\n',
  )
  process.exit(1)
}
