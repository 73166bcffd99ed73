import { freshSeeds } from '../fresh.ts'

freshSeeds('tally')
