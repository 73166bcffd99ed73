// Installs a Node for this project alone if the system's Node is too old. npm puts node_modules/.bin first into the
// PATH of every script, so scripts use the `node` in that folder. npm runs this after `npm ci`, and before start, test
// and check for installations made with --ignore-scripts. The lock file beside this file pins the binaries. macOS gets
// other versions, because npm does not have every version for every platform.
'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { isSupported, required } = require('./node-version.cjs')

const isWindows = process.platform === 'win32'
const modules = path.join(__dirname, '../../node_modules')
const command = path.join(modules, '.bin', isWindows ? 'node.exe' : 'node')
/** npm ignores folders that begin with a dot. */
const folder = path.join(modules, '.node')

/** The version of the `node` that scripts use, or undefined if there is none. */
function versionOf(program) {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1)
  } catch {
    return undefined
  }
}

function install() {
  fs.mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    fs.copyFileSync(path.join(__dirname, name), path.join(folder, name))
  const npm = process.env.npm_execpath
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  // The settings of the npm that runs this script (npm_config_omit and others) are for the project's own packages.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_(omit|include|prefix|global)|package_)/i.test(name),
    ),
  )
  const options = { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] }
  if (npm) execFileSync(process.execPath, [npm, ...words], options)
  else execFileSync('npm', words, { ...options, shell: isWindows })
  const installed = path.join(folder, 'node_modules')
  const binaries = fs
    .readdirSync(installed)
    .map((name) => path.join(installed, name, 'bin', isWindows ? 'node.exe' : 'node'))
    .filter((file) => fs.existsSync(file))
  if (binaries.length !== 1) throw new Error(`npm has no Node for ${process.platform} ${process.arch}`)
  fs.mkdirSync(path.dirname(command), { recursive: true })
  fs.rmSync(command, { force: true })
  fs.renameSync(binaries[0], command)
  fs.rmSync(folder, { recursive: true })
}

// `npm start` begins with `exec`, so that a signal to npm ends Node, too. Windows has no such command, so this batch file
// in the PATH of scripts runs the rest of the line.
if (isWindows) {
  fs.mkdirSync(path.dirname(command), { recursive: true })
  fs.writeFileSync(path.join(path.dirname(command), 'exec.cmd'), '@%*\r\n')
}

// npm has put the project's own Node, if it is installed, first into the PATH of this script.
if (!isSupported(process.versions.node) && !isSupported(versionOf(command) ?? '0.0.0')) {
  try {
    install()
  } catch (error) {
    process.stderr.write(
      `Packetboat needs Node ${required} or newer; this is ${process.versions.node}, and installing another failed: ` +
        `${error.message.split('\n')[0]}. Install Node ${required.split('.')[0]} or newer from nodejs.org.\n`,
    )
    process.exit(1)
  }
}
