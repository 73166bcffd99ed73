// What a walk beside the real server came to, as the tables of games/crossfire/lore/BESIDE.md.
import type { Fought } from './fights.ts'
import { type Counted, type Deed, type Exits, judged, type Levers } from './looks.ts'
import type { ThingApart, Traded } from './trade.ts'

export interface Report {
  /** How often the real server was begun afresh, and what it would not answer to even then. */
  readonly begun: number
  readonly undone: readonly string[]
  readonly looks: Counted
  readonly exits: Exits
  readonly levers: Levers
  readonly things: { readonly same: number; readonly unmade: number; readonly apart: readonly ThingApart[] }
  readonly trade: readonly Traded[]
  readonly fights: readonly Fought[]
}

export function written(report: Report): string {
  const { begun, undone, looks, exits, levers, things, trade, fights } = report
  const found = [...looks.cases].sort(([, a], [, b]) => b - a)
  return [
    `In one walk, for which the real server was begun ${begun} times; ${undone.length} of its deeds were left undone.`,
    undone.map((what) => `- ${what}: the real server was silent twice`).join('\n'),
    `At ${looks.places} places ${looks.cells} cells in sight; of the differences these have been thought of, and ${looks.leftOver.length} are left over:`,
    table(
      ['case', 'how often', 'verdict', 'why'],
      found.map(([name, often]) => [name, `${often}`, judged(name).verdict, judged(name).why]),
    ),
    `At ${looks.elsewhere.length} more places the two were not on the same cell in the end, and nothing is compared:`,
    table(['place', 'there', 'here'], looks.elsewhere.map(row)),
    `Exits of the town: ${exits.same} lead to the same map on both sides, ${exits.apart.length} do not, and at ${exits.unreached} nobody can stand here.`,
    table(['exit', 'there', 'here'], exits.apart.map(row)),
    `Levers of Scorn’s maps: ${levers.same} change the same cells in sight on both sides, ${levers.apart.length} do not, and at ${levers.unreached} somebody stood there.`,
    table(['lever', 'there', 'here'], levers.apart.map(row)),
    `Things: ${things.same} have the same name and weight, ${things.apart.length} have not, and ${things.unmade} cannot be made there alone.`,
    table(
      ['archetype', 'there', 'here'],
      things.apart.map(({ arch, real, ours }) => [arch, real, ours]),
    ),
    'Prices, in pieces of silver, for a newcomer with 12 of everything:',
    table(
      ['shop', 'thing', 'gives there', 'asks there', 'gives here', 'asks here'],
      trade.map(({ shop, arch, real, ours }) => [shop, arch, ...real, ...ours]),
    ),
    'First fights of a newcomer, who hits until nobody is beside him:',
    table(
      ['who', 'there', 'here'],
      fights.map(({ arch, real, ours }) => [arch, real, ours]),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function row({ place: { map, x, y }, real, ours }: Deed): string[] {
  return [`${map} ${x},${y}`, real || 'nothing', ours || 'nothing']
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
