import { Command, Option } from 'commander'
import { expect, test } from 'vitest'
import { commandMarkdown } from '../../../cli/build/command-markdown.ts'
import {
  buttonMarkdown,
  cloneMarkdown,
  missingTables,
  replaceTables,
  repositoryAddress,
} from '../../../cli/build/generated-docs.ts'

const table = (markdown: string) => ({ markdown: () => markdown })
const tables = { fromClient: table('| Prtc |'), fromServer: table('| WLCM |\n') }
const text = `# Snake
<!-- table: fromClient -->
old $1 rows
<!-- end of table -->
between
<!-- table: fromServer -->
<!-- end of table -->
after`

test('replaceTables() replaces every marked table and nothing else', () => {
  expect(replaceTables(text, tables)).toBe(`# Snake
<!-- table: fromClient -->

| Prtc |

<!-- end of table -->
between
<!-- table: fromServer -->

| WLCM |

<!-- end of table -->
after`)
})

test('replaceTables() gives the same text when it runs twice', () => {
  const once = replaceTables(text, tables)
  expect(replaceTables(once, tables)).toBe(once)
})

test('replaceTables() writes a table with $ unchanged', () => {
  expect(replaceTables(text, { ...tables, fromClient: table('| $& $1 |') })).toContain('\n| $& $1 |\n')
})

test('replaceTables() throws for an unknown table', () => {
  expect(() => replaceTables(text, { fromClient: table('') })).toThrow('unknown table fromServer')
})

test('missingTables() finds tables that appear never or twice', () => {
  expect(missingTables(text, ['fromClient', 'fromServer'])).toEqual([])
  expect(missingTables(`${text}\n${text}`, ['fromClient'])).toEqual(['fromClient'])
  expect(missingTables('# Snake', ['fromClient'])).toEqual(['fromClient'])
})

test('the command’s document has a section for each command with all arguments and options', () => {
  const program = new Command('boat')
  const rig = program.command('rig').description('sails')
  rig
    .command('set')
    .description('puts one up')
    .argument('<sail>', 'which')
    .argument('[mast]')
    .addOption(new Option('--side <a|b>', 'where').choices(['port', 'starboard']).default('port'))
    .option('--reef <n>', 'taken in', (text) => [text], [])
  program.command('anchor').description('stays')
  expect(commandMarkdown(program)).toBe(`## rig set

\`packetboat rig set <sail> [mast]\`: puts one up.

| | |
| --- | --- |
| \`<sail>\` | which |
| \`--side <a\\|b>\` | where. Values: \`port\`, \`starboard\`. Default: \`port\`. |
| \`--reef <n>\` | taken in |

## anchor

\`packetboat anchor\`: stays.`)
})

test('the deploy button and git clone use the repository in package.json', () => {
  const links = (repository: Parameters<typeof repositoryAddress>[0]) => {
    const address = repositoryAddress(repository)
    return [
      /\]\(([^)]*)\)$/.exec(buttonMarkdown(address))?.[1],
      /^git clone .*$/m.exec(cloneMarkdown(address))?.[0],
    ]
  }
  const deploys = 'https://deploy.workers.cloudflare.com/?url='
  expect(links('github:you/packetboat')).toEqual([
    `${deploys}https://github.com/you/packetboat`,
    'git clone https://github.com/you/packetboat packetboat',
  ])
  expect(links({ url: 'git+https://gitlab.com/you/boat.git' })).toEqual([
    `${deploys}https://gitlab.com/you/boat`,
    'git clone https://gitlab.com/you/boat packetboat',
  ])
})

test('if package.json has no repository, the button links to instructions, and git clone uses a variable', () => {
  expect(buttonMarkdown(undefined)).toMatch(/\]\(docs\/tutorials\/deployed\.md#deploy-with-the-button\)$/)
  expect(cloneMarkdown(undefined)).toMatch(
    /^git clone "\$REPOSITORY" packetboat$[\s\S]*`REPOSITORY` is the url/m,
  )
})
