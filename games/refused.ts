// A refusal, and telling it from what was asked for.

/** `field` is the part of the request to mend, `detail` a sentence for its author; `unparseable`: not even that. */
export interface Refused {
  readonly refused: { readonly field: string; readonly detail: string; readonly unparseable?: boolean }
}

export function isRefused(answer: object): answer is Refused {
  return 'refused' in answer
}
