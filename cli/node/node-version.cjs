// Compares versions of Node, in syntax that any Node understands, because an old Node could not even parse the other
// files.
'use strict'

const { engines } = require('../../package.json')

/** The oldest Node that runs this project: the first that strips the types of TypeScript. */
exports.required = engines.node.replace(/^\D*/, '')

/** @param {string} version such as `20.20.2` */
exports.isSupported = (version) => {
  const required = numbers(exports.required)
  const actual = numbers(version)
  const at = [0, 1, 2].find((i) => actual[i] !== required[i])
  return at === undefined || actual[at] > required[at]
}

/** @param {string} version */
function numbers(version) {
  return version.split('.').map(Number)
}
