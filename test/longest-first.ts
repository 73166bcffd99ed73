// The order of test files. Vitest starts with the files that took longest in the last run. In a fresh clone (as in CI)
// it has no durations, and starts with the largest files. If a long file starts last, all other workers are idle while
// it runs.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The paths of the slowest test files, slowest first, relative to test/ and without `.test.ts`. Other files follow, in
 * Vitest's order.
 */
const longest: readonly string[] = [
  'end-to-end/site/new-game',
  'end-to-end/releases/mixed-releases',
  'browser/site/page-states',
  'browser/site/film',
  'cli/processes/lost-data',
  'end-to-end/archipelago/generate',
  'browser/site/pages',
  'browser/games/soaprun',
  'browser/games/doom-2077',
  'cli/processes/start',
  'browser/site/first-visits',
  'end-to-end/site/export-import',
  'end-to-end/archipelago/killed-start',
  'browser/games/crossfire',
  'end-to-end/doom-2077/match',
  'browser/site/phones',
  'end-to-end/doom-2077/killed',
  'cli/processes/documents',
  'end-to-end/arcane-sector/killed',
  'end-to-end/site/workerd-killed',
  'end-to-end/site/start-killed',
  'simulator/seeds/arcane-sector',
  'simulator/seeds/archipelago',
  'simulator/seeds/crossfire',
  'simulator/seeds/soaprun',
  'simulator/seeds/doom-2077',
  'workers/api/openapi',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = new Map(longest.map((name, rank) => [`test/${name}.test.ts`, rank]))
    const rank = ({ moduleId }: TestSpecification) =>
      ranks.get(moduleId.slice(moduleId.lastIndexOf('/test/') + 1)) ?? longest.length
    // Files of a Vitest project stay together, because they share workers.
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project)
    return [...projects.values()].flatMap((of) => of.sort((a, b) => rank(a) - rank(b)))
  }
}
