/** A formatted or meaningful part of a text; offset and length in UTF-16 code units, as Telegram counts them. */
export interface TextEntity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
}

export interface ParsedText {
  readonly text: string;
  readonly entities: readonly TextEntity[];
}
