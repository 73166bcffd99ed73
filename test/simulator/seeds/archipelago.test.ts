import { triesSeeds } from '../tries-seeds.ts'

triesSeeds('archipelago')
