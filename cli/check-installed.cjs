// npm runs this file before the scripts of a clone. If the packages are missing, it prints one sentence and exits.
'use strict'

const fs = require('node:fs')
const path = require('node:path')

if (!fs.existsSync(path.join(__dirname, '../node_modules/commander'))) {
  process.stderr.write('The packages of this project are not installed. Run npm ci in its folder.\n')
  process.exit(1)
}
