// Formats the results as the tables of games/crossfire/import/COMPARISON.md.
import { characterCases } from './character-cases.ts'
import type { CharacterComparison } from './compare-characters.ts'
import type { FightResult } from './compare-fights.ts'
import type { LifeComparison } from './compare-lives.ts'
import type { ActionComparison, ActionDifference, ComparisonTotals } from './compare-maps.ts'
import type { PaceResult } from './compare-pace.ts'
import type { ItemDifference, PriceComparison } from './compare-trade.ts'
import { type DifferenceCase, differenceCases } from './difference-cases.ts'

export interface Report {
  readonly serverStarts: number
  readonly unanswered: readonly string[]
  readonly maps: ComparisonTotals
  readonly exits: ActionComparison
  readonly levers: ActionComparison
  readonly things: {
    readonly same: number
    readonly notCreated: number
    readonly different: readonly ItemDifference[]
  }
  readonly trade: readonly PriceComparison[]
  readonly fights: readonly FightResult[]
  readonly pace: readonly PaceResult[]
  readonly characters: CharacterComparison
  readonly lives: LifeComparison
}

export function formatReport(report: Report): string {
  const { serverStarts, unanswered, maps, exits, levers, things, trade, fights, pace, characters, lives } =
    report
  return [
    `The reference server was started ${serverStarts} times. Actions that it did not answer: ${unanswered.length}.`,
    unanswered.map((what) => `- ${what}: no answer, twice`).join('\n'),
    `${maps.places} positions with ${maps.cells} visible cells. Unexplained differences: ${maps.unexplained.length}. Explained differences:`,
    tableOfCases('count', maps.cases, differenceCases),
    `At ${maps.differentCells.length} more positions the players are on different cells after the move, so the views are not compared:`,
    table(['place', 'reference', 'ours'], maps.differentCells.map(row)),
    `Exits of the town: ${exits.same} lead to the same map on both servers, ${exits.differences.length} do not, and ${exits.unreachable} are on cells that our players cannot enter.`,
    table(['exit', 'reference', 'ours'], exits.differences.map(row)),
    `Levers of Scorn’s maps: ${levers.same} change the same visible cells on both servers, ${levers.differences.length} do not, and ${levers.unreachable} were blocked by a creature.`,
    table(['lever', 'reference', 'ours'], levers.differences.map(row)),
    `Items: ${things.same} have the same name and weight, ${things.different.length} differ, and ${things.notCreated} cannot be created on the reference server without arguments.`,
    table(
      ['archetype', 'reference', 'ours'],
      things.different.map(({ arch, real, ours }) => [arch, real, ours]),
    ),
    'Prices in silver coins for a new character with 12 in every ability:',
    table(
      ['shop', 'item', 'reference pays', 'reference charges', 'ours pays', 'ours charges'],
      trade.map(({ shop, arch, real, ours }) => [shop, arch, ...real, ...ours]),
    ),
    ...formatCharacters(
      characters,
      `Characters of every race and class, and ${characters.examined} of their things examined`,
    ),
    ...formatCharacters(
      lives,
      'Lives of characters of every class and three races, with a fight, a gained level and a death',
    ),
    'Fights of a new character, who attacks until the monster is dead:',
    table(
      ['monster', 'reference', 'ours'],
      fights.map(({ arch, real, ours }) => [arch, real, ours]),
    ),
    'Pace of a new character who repeats an action:',
    table(
      ['activity', 'reference', 'ours'],
      pace.map(({ activity, real, ours }) => [activity, real, ours]),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function formatCharacters(
  { characters, same, sameButForChance, cases, unexplained }: LifeComparison,
  what: string,
): readonly string[] {
  return [
    `${what}: ${same} of ${characters} are the same on both servers, and ${sameButForChance} more differ only by chance. Unexplained differences: ${unexplained.length}. Explained differences:`,
    tableOfCases('characters', cases, characterCases),
  ]
}

function tableOfCases<Name extends string>(
  counted: string,
  cases: ReadonlyMap<Name, number>,
  known: { readonly [name in Name]: DifferenceCase },
): string {
  const rows = [...cases]
    .sort(([, a], [, b]) => b - a)
    .map(([name, often]) => [name, `${often}`, known[name].verdict, known[name].explanation])
  return table(['case', counted, 'verdict', 'explanation'], rows)
}

function row({ place: { map, x, y }, real, ours }: ActionDifference): string[] {
  return [`${map} ${x},${y}`, real || 'nothing', ours || 'nothing']
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
