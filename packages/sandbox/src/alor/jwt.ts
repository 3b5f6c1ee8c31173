/**
 * Access tokens: three-part JWTs signed with a key that only this environment has, so the other environment's tokens
 * fail verification.
 */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { PartyFault } from "../faults.ts";

/** The claims that the API uses. `portfolios` and `scope` are space-separated lists, `exp` is Unix seconds. */
interface Claims {
  readonly portfolios: string;
  readonly scope: string;
  readonly exp: number;
}

/** What a token allows its bearer to do until it expires. */
export interface Rights {
  readonly portfolios: ReadonlySet<string>;
  readonly scope: ReadonlySet<string>;
  readonly expiresAtMs: number;
}

const HEADER = encode({ alg: "HS256", typ: "JWT" });
/** Verified tokens are cached, so that a load test doesn't measure HMAC. */
const MAX_REMEMBERED = 50_000;

export class AccessTokens {
  readonly #key = randomBytes(32);
  readonly #verified = new Map<string, Rights>();
  readonly #now: () => number;
  readonly #lifeS: number;

  constructor(now: () => number, lifeS: number) {
    this.#now = now;
    this.#lifeS = lifeS;
  }

  issue(portfolios: readonly string[], scope: readonly string[]): string {
    const iat = Math.floor(this.#now() / 1000);
    const names = { sub: portfolios[0], ent: "client", portfolios: portfolios.join(" "), scope: scope.join(" ") };
    const payload = encode({ ...names, iss: "Alor.Identity", iat, exp: iat + this.#lifeS, jti: randomUUID() });
    return `${HEADER}.${payload}.${this.#sign(payload)}`;
  }

  /**
   * Returns the rights that a request's `Authorization` header gives; undefined, which means 401, when the token is
   * missing, forged, expired or from the other environment, or when a fault says so.
   */
  rights({ headers: { authorization } }: FastifyRequest, faults: readonly PartyFault[]): Rights | undefined {
    if (!authorization?.startsWith("Bearer ") || faults.some(({ kind }) => kind === "unauthorized")) return undefined;
    return this.rightsOf(authorization.slice("Bearer ".length));
  }

  /** Returns the rights that a token gives; undefined when it is forged, expired or from the other environment. */
  rightsOf(token: string): Rights | undefined {
    const rights = this.#verified.get(token) ?? this.#read(token);
    return rights && rights.expiresAtMs > this.#now() ? rights : undefined;
  }

  #read(token: string): Rights | undefined {
    const [header, payload = "", signature, ...more] = token.split(".");
    if (header !== HEADER || signature !== this.#sign(payload) || more.length > 0) return undefined;
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims;
    const rights: Rights = {
      portfolios: new Set(claims.portfolios.split(" ")),
      scope: new Set(claims.scope.split(" ")),
      expiresAtMs: claims.exp * 1000,
    };
    if (this.#verified.size >= MAX_REMEMBERED) this.#verified.clear();
    this.#verified.set(token, rights);
    return rights;
  }

  #sign(payload: string): string {
    return createHmac("sha256", this.#key).update(`${HEADER}.${payload}`).digest("base64url");
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
