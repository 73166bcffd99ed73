import { triesSeeds } from '../tries-seeds.ts'

triesSeeds('tally')
