/** The settings of cells, and what they say together. */
import * as z from "zod";
import { ConfigError } from "./config-error.ts";
import { cellList, cellName } from "./setting-schemas.ts";

export const CELL_SETTINGS = {
  CELL: cellName.optional(),
  CELLS: cellList.optional(),
  CELLS_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  NEW_USERS_CELL: cellName.optional(),
};

/** Users live in cells, each with its own database: docs/decisions/cells.md. */
export interface Cells {
  /** The cell of this node. */
  readonly own: string;
  /** The cell with the directory of users, and of all ids and tokens that name none. */
  readonly first: string;
  /** Where new users go. */
  readonly newUsers: string;
  /** The internal address of each cell, by its name. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Proves to a node that a request comes from another cell. */
  readonly secret: string;
}

/** Reads the cells; undefined if none are set. @throws {ConfigError} for settings that don't fit together. */
export function readCells({
  CELL,
  CELLS,
  CELLS_SECRET,
  NEW_USERS_CELL,
  DATABASE_URL,
}: z.infer<z.ZodObject<typeof CELL_SETTINGS>> & { readonly DATABASE_URL?: string | undefined }): Cells | undefined {
  if (CELLS === undefined) {
    const alone = Object.entries({ CELL, CELLS_SECRET, NEW_USERS_CELL }).find(([, value]) => value !== undefined);
    if (alone) throw new ConfigError(`${alone[0]}: needs CELLS beside it`);
    return undefined;
  }
  if (CELL === undefined) throw new ConfigError("CELL: needed beside CELLS");
  if (CELLS_SECRET === undefined) throw new ConfigError("CELLS_SECRET: needed beside CELLS");
  if (DATABASE_URL === undefined)
    throw new ConfigError("CELLS: needs DATABASE_URL, the embedded database serves one process only");
  const names = [...CELLS.keys()];
  const [first = CELL] = names;
  const newUsers = NEW_USERS_CELL ?? names.at(-1) ?? first;
  if (!CELLS.has(CELL)) throw new ConfigError("CELL: must be one of CELLS");
  if (!CELLS.has(newUsers)) throw new ConfigError("NEW_USERS_CELL: must be one of CELLS");
  return { own: CELL, first, newUsers, addresses: CELLS, secret: CELLS_SECRET };
}
