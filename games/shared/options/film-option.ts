// The option of every game that can be watched. durable-objects/room/film implements it.
import { boolean } from '../schema/schema.ts'
import { option } from './table.ts'

export const filmOption = {
  film: option(
    boolean(),
    false,
    'Whether a film of the world is recorded for everybody who may watch. The room tells players. It has at most 64 MB; its oldest parts are deleted first.',
  ),
} as const
