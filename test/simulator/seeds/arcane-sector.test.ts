import { triesSeeds } from '../tries-seeds.ts'

triesSeeds('arcane-sector')
