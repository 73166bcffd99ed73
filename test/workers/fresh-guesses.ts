// All test files share a Worker, and the wrong tokens of one test must not make another test wait.
import { beforeEach } from 'vitest'
import { guessLimiter } from './worker.ts'

beforeEach(() => guessLimiter.reset())
