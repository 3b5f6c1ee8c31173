/** Which cell a request is for. */
import { hash } from "node:crypto";
import { parseOrderMessage } from "@chartrelay/contract";
import type { FastifyRequest } from "fastify";
import type { Cells } from "../config.ts";
import { bodyOf } from "../platform/http/json-bodies.ts";
import { Problem } from "../platform/http/problem.ts";
import type { Directory } from "./directory.ts";
import { cellOfAccount, cellOfToken } from "./names.ts";

const BEARER = /^Bearer +([A-Za-z0-9_-]+)$/i;

/** Returns the cell of the session, or of the query's `cell`, as payment notifications name it. */
export function cellOfHeaders(cells: Cells, { headers, query }: FastifyRequest): string | undefined {
  const token = BEARER.exec(headers.authorization ?? "")?.[1];
  if (token !== undefined) return cellOfToken(cells, token);
  const { cell } = query as { cell?: unknown };
  return typeof cell === "string" && cells.addresses.has(cell) ? cell : undefined;
}

const ORDERS = "/api/v1/orders";
const ALERTS = "/api/v1/alerts";

/** Returns the cell of the account that an alert names. What names none is answered where it arrived. */
export function cellOfAlert(cells: Cells, request: FastifyRequest): string | undefined {
  if (request.routeOptions.url === ALERTS) {
    const { account } = request.query as { account?: unknown };
    return typeof account === "string" ? cellOfAccount(cells, account.trim()) : undefined;
  }
  const { account } = parseOrderMessage(bodyOf(request), request.headers["content-type"]);
  return account === undefined ? undefined : cellOfAccount(cells, account);
}

/** What to read from a request's body to find its cell, by route. */
type Named = "alert" | "email" | "new user" | "token";
const BODIES: Readonly<Record<string, Named>> = {
  [ORDERS]: "alert",
  [ALERTS]: "alert",
  "/api/v1/auth/login": "email",
  "/api/v1/auth/password-reset": "email",
  "/api/v1/auth/signup": "new user",
  "/api/v1/auth/password-reset/confirm": "token",
};

/** Returns what names the cell in this request's body; undefined if nothing does. */
export function nameInBody({ method, routeOptions }: FastifyRequest): Named | undefined {
  return method === "POST" ? BODIES[routeOptions.url ?? ""] : undefined;
}

export interface UsersParts {
  readonly cells: Cells;
  readonly directory: Directory;
  /** Returns whether this cell has a user with that address. */
  readonly isOwn: (email: string) => Promise<boolean>;
}

/**
 * Returns the cell that a form is for, by what names it.
 * @throws {Problem} cell_unavailable while the first cell can't be asked.
 */
export async function cellOfForm(
  parts: UsersParts,
  named: Exclude<Named, "alert">,
  { body }: Pick<FastifyRequest, "body">,
): Promise<string | undefined> {
  const { email = "", token = "" } = body as { readonly email?: string; readonly token?: string };
  if (named === "token") return cellOfToken(parts.cells, token);
  return named === "email" ? await cellOfUser(parts, email) : await cellOfNewUser(parts, email);
}

/**
 * Returns the cell of a user by e-mail. An address that nobody has gets a cell too, always the same one: an answer that
 * takes longer because another cell gave it says nothing about who has an account.
 * @throws {Problem} cell_unavailable while the first cell can't be asked, unless the user lives here.
 */
async function cellOfUser({ cells, directory, isOwn }: UsersParts, email: string): Promise<string> {
  const [own, found] = await Promise.allSettled([isOwn(email), directory.find(email)]);
  if (own.status === "rejected") throw own.reason;
  if (own.value) return cells.own;
  if (found.status === "rejected") throw new Problem("cell_unavailable");
  return found.value ?? decoyOf(cells, email);
}

/**
 * Returns the cell that a new user goes to, and reserves their address for it.
 * @throws {Problem} cell_unavailable while the first cell can't be asked.
 */
async function cellOfNewUser({ cells, directory, isOwn }: UsersParts, email: string): Promise<string> {
  if (await isOwn(email)) return cells.own;
  const [cell] = await directory.reserve([email], cells.newUsers);
  return cell ?? cells.newUsers;
}

function decoyOf({ addresses }: Cells, email: string): string {
  const names = [...addresses.keys()];
  return names[hash("sha256", email, "buffer").readUInt32BE() % names.length] ?? "";
}
