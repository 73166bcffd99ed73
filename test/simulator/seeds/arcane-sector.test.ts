import { freshSeeds } from '../fresh.ts'

freshSeeds('arcane-sector')
