import { freshSeeds } from '../fresh.ts'

freshSeeds('doom-2077')
