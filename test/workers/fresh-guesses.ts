// All test files share a Worker: the wrong tokens of one test must not make another wait.
import { beforeEach } from 'vitest'
import { guessLimiter } from './worker.ts'

beforeEach(() => guessLimiter.reset())
