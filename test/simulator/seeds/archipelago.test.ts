import { freshSeeds } from '../fresh.ts'

freshSeeds('archipelago')
