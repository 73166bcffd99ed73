import { memoryRecords } from '../../durable-objects/store.ts'
import { conformance } from './conformance.ts'

conformance('in memory', async (body) => body(memoryRecords()))
