import { shortAccountId } from "@chartrelay/contract";

/** An identifier by its end, within a sentence: no line breaks after its dots. */
export const shortId = (id: string): string => shortAccountId(id).replace("…", "…\u2060");
