// A test map in Crossfire's formats, with NPCs and objects that call scripts.
import type { Yard } from '../../../harness/small-maps.ts'
import { archFolderWith, latin1, openImportedYard } from '../../../import/harness/imported-world.ts'
import { mapOf } from '../../../import/harness/object-lines.ts'
import * as world from '../../../import/harness/small-world.ts'

const fixture = (name: string, type: number, ...says: string[]) =>
  `Object ${name}\nname ${name}\nface post.111\ntype ${type}\nno_pick 1\n${says.map((line) => `${line}\n`).join('')}end\n`
const item = (name: string, type: number, ...says: string[]) =>
  `Object ${name}\nname ${name}\nname_pl ${name}s\nface milk.111\ntype ${type}\nnrof 1\nweight 10\n${says.map((line) => `${line}\n`).join('')}end\n`

const archetypes = [
  `Object clerk\nname clerk\nface cat.131\nalive 1\nmonster 1\nunaggressive 1\nspeed 0\nend\n`,
  `Object rat\nname rat\nface cat.131\nalive 1\nmonster 1\nhp 1\nac 20\nexp 5\nstand_still 1\nend\n`,
  fixture('board', 98),
  fixture('notice', 98, 'msg', 'Heroes:', 'endmsg'),
  fixture('letterbox', 122, 'container 50000'),
  fixture('chair', 27, 'exp 5'),
  fixture('wire', 155, 'invisible 1', 'attacktype 0', 'dam 0', 'hp 100'),
  fixture('ball', 98),
  fixture('portal', 66),
  fixture('mouth', 98, 'invisible 1', 'move_on walk fly_low', 'activate_on_push 1', 'activate_on_release 1'),
  fixture('lever', 93),
  fixture('mat', 69),
  fixture('counter', 68, 'is_floor 1'),
  `Object guard\nname guard\nface cat.131\nalive 1\nmonster 1\nhp 9\nunaggressive 1\nstand_still 1\nspeed 0\nend\n`,
  ...[
    ...['apply 1', 'attack 2', 'death 3', 'drop 4', 'pickup 5', 'say 6', 'notice 8', 'time 8', 'step 10'],
    ...['close 11', 'timer 12', 'give 31', 'sell 32'],
  ].map((event) => {
    const [name, subtype] = event.split(' ')
    return `Object on_${name}\ntype 116\nsubtype ${subtype}\ninvisible 1\ntitle Python\nend\n`
  }),
  fixture('ear', 29),
  fixture('plate', 51, 'slaying nothing', 'invisible 1'),
  item('scroll', 8),
  item('shovel_1', 79),
  item('platinacoin', 79),
  item('corpse', 79),
  item('dagger', 15),
  item('token', 73),
  ...['gem', 'ruby', 'emerald', 'pearl', 'sapphire'].map((name) => item(name, 60)),
  item('sack', 122, 'container 1000'),
  `Object silvercoin\nname silver coin\nname_pl silver coins\nface milk.111\ntype 36\nnrof 1\nvalue 1\nend\n`,
  `Object imperial\nname Imperial Bank Note\nname_pl Imperial Bank Notes\nface milk.111\ntype 36\nnrof 1\nvalue 10000\nend\n`,
  `Object goldcoin\nname gold coin\nname_pl gold coins\nface milk.111\ntype 36\nnrof 1\nvalue 10\nend\n`,
].join('')

/**
 * An object `ARCH x,y NAME key=value …`, and the event connectors inside it, each `EVENT SCRIPT WORDS`. A second line
 * is the message of the connector. An event that begins with `arch` is the text of another object inside.
 */
type Row = readonly [where: string, ...events: readonly string[]]

function objectOf([where, ...events]: Row): string {
  const [arch, at = '', ...words] = where.split(' ')
  const [x, y] = at.split(',')
  const says = words.filter((word) => word.includes('=')).map((word) => `${word.replace('=', ' ')}\n`)
  const name = words.filter((word) => !word.includes('=')).join(' ')
  const inside = events.map((event) => {
    if (event.startsWith('arch ')) return `${event}\nend\n`
    const [words = '', text] = event.split('\n')
    const [occasion, script, ...parameters] = words.split(' ')
    const named = parameters.length > 0 ? `name ${parameters.join(' ')}\n` : ''
    const told = text === undefined ? '' : `msg\n${text}\nendmsg\n`
    return `arch on_${occasion}\nslaying /python/${script}.py\n${named}${told}end\n`
  })
  return `arch ${arch}\nx ${x}\ny ${y}\n${name ? `name ${name}\n` : ''}${says.join('')}${inside.join('')}end\n`
}

export function officeHarness(
  rows: readonly Row[],
  files: { readonly [path: string]: string } = {},
): Promise<Yard> {
  const map = mapOf([40, 30], [], { header: 'name The Street\n' }) + rows.map(objectOf).join('')
  const otherFiles = Object.entries(files).map(([path, text]) => [`maps/${path}`, latin1(text)] as const)
  return openImportedYard(archFolderWith(archetypes), {
    'maps/regions.reg': latin1(world.regionsFile),
    'maps/street': latin1(map),
    ...Object.fromEntries(otherFiles),
  })
}
