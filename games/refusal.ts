/**
 * The refusal of a request. `field`: the part of the request to correct. `detail`: a sentence for the author of the
 * request. `unparseable`: whether the input could not be parsed at all.
 * @example games/soaprun/create-room.ts
 */
export interface Refusal {
  readonly refused: { readonly field: string; readonly detail: string; readonly unparseable?: boolean }
}

export function refusal(field: string, detail: string, more: { readonly unparseable?: true } = {}): Refusal {
  return { refused: { field, detail, ...more } }
}

export function isRefusal(answer: object): answer is Refusal {
  return 'refused' in answer
}
