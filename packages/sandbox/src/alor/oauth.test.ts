import { describe, expect, test } from "vitest";
import { sandboxCredential } from "../index.ts";
import { openSandbox, refresh, request, Trader } from "./trader.fixture.ts";

const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());
const trial = sandboxCredential("trial", "live");

describe("refresh tokens", () => {
  test("a valid refresh token returns a three-part JWT with its portfolios and its expiry", async () => {
    const { sandbox, clock } = await openSandbox();
    const { status, json } = await refresh(sandbox.alor.oauthUrl, trial.secret);
    expect(status).toBe(200);
    expect(json.AccessToken.split(".")).toHaveLength(3);
    expect(claimsOf(json.AccessToken)).toMatchObject({
      portfolios: trial.account,
      scope: "OrdersRead OrdersCreate Trades Personal Stats",
      exp: clock.ms / 1000 + 1800,
    });
  });

  test("a token for several portfolios lists them separated by spaces, or only those requested", async () => {
    const { sandbox } = await openSandbox();
    sandbox.register({ venue: "ALOR_BROKER", environment: "live", account: "G39001", secret: trial.secret });
    const all = await refresh(sandbox.alor.oauthUrl, trial.secret);
    const one = await refresh(sandbox.alor.oauthUrl, trial.secret, { allowedPortfolios: ["G39001"] });
    expect(claimsOf(all.json.AccessToken).portfolios).toBe("D39001 G39001");
    expect(claimsOf(one.json.AccessToken).portfolios).toBe("G39001");
  });

  test("the token may be in the query, and the body wins", async () => {
    const { sandbox } = await openSandbox();
    const url = `${sandbox.alor.oauthUrl}/refresh?token=${trial.secret}`;
    const byQuery = await request(url, { method: "POST" });
    const contradicted = await request(url, { method: "POST", body: JSON.stringify({ token: "nonsense" }) });
    expect([byQuery.status, contradicted.status]).toEqual([200, 403]);
  });

  test("an invalid, expired, revoked or missing refresh token is answered with 403", async () => {
    const { sandbox } = await openSandbox();
    sandbox.register({ venue: "ALOR_BROKER", environment: "live", account: "D1", secret: "was-good", revoked: true });
    const tokens = ["nonsense", sandboxCredential("expired", "live").secret, "was-good", ""];
    const answers = await Promise.all(tokens.map((token) => refresh(sandbox.alor.oauthUrl, token)));
    const unreadable = await request(`${sandbox.alor.oauthUrl}/refresh`, { method: "POST", body: "{" });
    expect([...answers, unreadable].map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  test("a refresh token of the other environment is answered with 403", async () => {
    const { sandbox } = await openSandbox();
    expect((await refresh(sandbox.alor.demoOauthUrl, trial.secret)).status).toBe(403);
  });

  test("refreshes are counted, so a test can prove that one token was shared", async () => {
    const { sandbox } = await openSandbox();
    await refresh(sandbox.alor.oauthUrl, trial.secret);
    await refresh(sandbox.alor.oauthUrl, trial.secret);
    await refresh(sandbox.alor.oauthUrl, "nonsense");
    expect(sandbox.calls.count({ operation: "auth", account: trial.account })).toBe(2);
    expect(sandbox.calls.count({ operation: "auth", environment: "live" })).toBe(3);
  });
});

describe("access tokens", () => {
  const withToken = (trader: Trader, token: string) => new Trader(trader.apiUrl, token, trader.portfolio);

  test("an order without a token, with a forged one or with one of the other environment is answered with 401", async () => {
    const { sandbox, trader } = await openSandbox();
    const live = await Trader.signIn(sandbox, "pro", "live");
    const [header, , signature] = trader.token.split(".");
    const payload = Buffer.from(JSON.stringify({ ...claimsOf(trader.token), portfolios: "D49003" })).toString(
      "base64url",
    );
    const answers = await Promise.all([
      trader.order("market", {}, { authorization: "" }),
      withToken(trader, `${header}.${payload}.${signature}`).order("market"),
      withToken(trader, `${trader.token}.`).order("market"),
      withToken(trader, live.token).order("market"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(sandbox.ledger.entries()).toEqual([]);
  });

  test("an access token expires on time, even if it was used before", async () => {
    const { clock, trader } = await openSandbox();
    expect((await trader.orders()).status).toBe(200);
    clock.ms += 1_800_000;
    expect((await trader.orders()).status).toBe(401);
  });

  test("another trader's portfolio is answered with 403", async () => {
    const { trader } = await openSandbox();
    const other = { user: { portfolio: sandboxCredential("admin", "demo").account } };
    expect((await trader.order("market", other)).status).toBe(403);
    expect((await trader.get("/md/v2/Clients/MOEX/D49003/orders")).status).toBe(403);
  });

  test("a read-only token sees orders and can't place any", async () => {
    const { sandbox } = await openSandbox();
    const reader = await Trader.signIn(sandbox, "read-only", "demo");
    expect((await reader.orders()).status).toBe(200);
    expect((await reader.order("market")).status).toBe(403);
  });
});
