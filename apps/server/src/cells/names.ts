/** Which cell an id or a token names: its first two characters, if it is two longer than the ones that name none. */
import { WEBHOOK_ID_LENGTH } from "../accounts/index.ts";
import type { Cells } from "../config.ts";
import { TOKEN_LENGTH } from "../platform/security/tokens.ts";

const NAME_LENGTH = 2;

/**
 * Returns the cell of an account by the id in an alert; undefined for what is no such id. Ids without a name belong to
 * the first cell: they are older than the cells, or the first cell's own.
 */
export function cellOfAccount({ first, addresses }: Cells, id: string): string | undefined {
  return cellNamed(id, WEBHOOK_ID_LENGTH, first, addresses);
}

/** Returns the cell that made a token; undefined for what is no token. */
export function cellOfToken({ first, addresses }: Cells, token: string): string | undefined {
  return cellNamed(token, TOKEN_LENGTH, first, addresses);
}

function cellNamed(text: string, plainLength: number, first: string, cells: Cells["addresses"]): string | undefined {
  if (text.length === plainLength) return first;
  const name = text.slice(0, NAME_LENGTH);
  return text.length === plainLength + NAME_LENGTH && cells.has(name) ? name : undefined;
}
