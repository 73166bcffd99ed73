import { freshSeeds } from '../fresh.ts'

freshSeeds('crossfire')
