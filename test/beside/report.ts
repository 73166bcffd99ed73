// What a walk beside the real server came to, as the tables of games/crossfire/lore/BESIDE.md.
import type { Fought } from './fights.ts'
import { type Counted, type Deed, type Exits, judged } from './looks.ts'
import type { ThingApart, Traded } from './trade.ts'

export interface Report {
  readonly looks: Counted
  readonly exits: Exits
  readonly levers: { readonly same: number; readonly apart: readonly Deed[] }
  readonly things: { readonly same: number; readonly unmade: number; readonly apart: readonly ThingApart[] }
  readonly trade: readonly Traded[]
  readonly fights: readonly Fought[]
}

export function written({ looks, exits, levers, things, trade, fights }: Report): string {
  const found = [...looks.cases].sort(([, a], [, b]) => b - a)
  return [
    `At ${looks.places} places ${looks.cells} cells in sight; of the differences these have been thought of, and ${looks.leftOver.length} are left over:`,
    table(
      ['case', 'how often', 'verdict', 'why'],
      found.map(([name, often]) => [name, `${often}`, judged(name).verdict, judged(name).why]),
    ),
    `Exits of the town: ${exits.same} lead to the same map on both sides, ${exits.apart.length} do not, and at ${exits.unreached} nobody can stand here.`,
    table(['exit', 'there', 'here'], exits.apart.map(row)),
    `Levers of Scorn’s maps: ${levers.same} change the same cells in sight on both sides, ${levers.apart.length} do not.`,
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
