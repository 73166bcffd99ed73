// Runs a few seeds of every game, different from those in seeds/.
import { seeds } from '../seeds.ts'
import { gameModels } from './models/index.ts'
import { testSeeds } from './runner/seed-tests.ts'

for (const game of gameModels.keys()) testSeeds(game, 10, seeds.at(-1)! + 1_000_000)
