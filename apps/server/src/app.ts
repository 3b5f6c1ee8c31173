/** The composition root: wires everything by hand. */
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Config } from "./config.ts";
import {
  ACCOUNTS_CHANGED,
  accountRoutes,
  createAccountDirectory,
  createAccounts,
  createKeyChecks,
  rewrapKeys,
} from "./features/accounts/index.ts";
import { authRoutes, createAuth, createGuards } from "./features/auth/index.ts";
import { localeRoutes } from "./features/locales/index.ts";
import {
  createIntake,
  createOrderRelay,
  createValidator,
  observeOrder,
  ORDERS_CHANNEL,
  orderRoutes,
  validateRoute,
} from "./features/orders/index.ts";
import { createSubscriptions, subscriptionRoutes } from "./features/subscriptions/index.ts";
import { createUsers, ensureAdmin, userRoutes } from "./features/users/index.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/db/database.ts";
import { answerError, handleErrors } from "./platform/http/errors.ts";
import { SECURITY_HEADERS } from "./platform/http/headers.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { parseJsonBodies } from "./platform/http/json-bodies.ts";
import { describeApi } from "./platform/http/openapi.ts";
import { webPages } from "./platform/http/web-pages.ts";
import { createMetrics, type Metrics } from "./platform/metrics.ts";
import { createTroubleLog } from "./platform/trouble.ts";
import type { KeyRing } from "./platform/security/key-ring.ts";
import { createPasswords } from "./platform/security/passwords.ts";
import { createSecretBox } from "./platform/security/secret-box.ts";
import { RelayNode } from "./relay/node.ts";
import { RightOfWay } from "./relay/right-of-way.ts";
import type { Probe } from "./relay/probe.ts";
import type { VenueAddresses } from "./venue-addresses.ts";
import { createVenues } from "./venues.ts";

/** What the product is made of; `main.ts` gives the real parts, tests may give others. */
export interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly addresses: VenueAddresses;
  readonly probe: Probe;
  /** The built web application, if it is to be served. */
  readonly webDirectory?: string | undefined;
}

export interface App {
  /** Listening starts the relay; closing stops taking alerts, lets what is in flight end, and hands over the rest. */
  readonly http: FastifyInstance;
  readonly metrics: Metrics;
}

/** Builds the product. Nothing of it runs before `http` is ready. */
export async function buildApp(parts: Parts): Promise<App> {
  const { config, database, clock, logger, probe } = parts;
  const onTrouble = createTroubleLog(logger, clock);
  const http = await createHttp(parts);

  const passwords = await createPasswords();
  const secretBox = createSecretBox(parts.keyRing);
  const auth = createAuth({ database, clock, passwords });
  const users = createUsers({ database, passwords });
  const subscriptions = createSubscriptions({ database, clock });
  const venues = createVenues(parts);
  const keyChecks = createKeyChecks({ database, secretBox, venues, clock, onTrouble });
  const { checkLater: onUnchecked } = keyChecks;
  const accounts = createAccounts({ database, clock, secretBox, subscriptions, onUnchecked });
  const directory = createAccountDirectory({ storage: database.journal, secretBox });

  const rightOfWay = new RightOfWay(clock);
  const metrics = createMetrics(() => relay.state);
  const { relay, answers } = createOrderRelay({
    database,
    clock,
    probe,
    maxAgeMs: config.orderMaxAgeMs,
    rightOfWay,
    node: () => node.name,
    venues,
    accounts: directory,
    onSettled: (delivery, settlement) => observeOrder(metrics, delivery, settlement),
    onTrouble,
  });
  const node = new RelayNode({
    openSession: () => database.openSession(),
    db: database,
    clock,
    relays: config.role !== "api",
    carriers: { [ORDERS_CHANNEL]: relay },
    listeners: { [ACCOUNTS_CHANGED]: (accountId) => directory.invalidate(accountId) },
    onDeaf: () => directory.invalidate(),
    onNodes: (nodes) => answers.lostWithNodesOtherThan(nodes),
    onTrouble,
  });
  const takeIn = createIntake({
    db: database.journal,
    clock,
    probe,
    relay,
    rightOfWay,
    maxAgeMs: config.orderMaxAgeMs,
    node: node.name,
    answers,
    accounts: directory,
    tellOwners: (lanes) => node.tellOwners(ORDERS_CHANNEL, lanes),
  });

  let ready = false;
  await http.register(healthRoutes({ database, ready: () => ready }));
  if (config.role !== "relay") {
    const guards = createGuards(http, auth);
    await http.register(
      async (api) => {
        await api.register(authRoutes(auth, guards));
        await api.register(userRoutes(users, guards));
        await api.register(accountRoutes(accounts, keyChecks, guards));
        await api.register(subscriptionRoutes(subscriptions, guards));
        await api.register(localeRoutes);
        await api.register(
          orderRoutes(
            { database, clock, logger, metrics, takeIn, answers, tradingViewOnly: config.tradingViewOnly },
            guards,
          ),
        );
        await api.register(validateRoute(createValidator({ venues, accounts: directory, onTrouble }), guards));
      },
      { prefix: "/api/v1" },
    );
    if (parts.webDirectory) await http.register(webPages({ directory: parts.webDirectory, site: config.site }));
  }

  let rewrapping: Promise<unknown> = Promise.resolve();
  http.addHook("onReady", async () => {
    await ensureAdmin({ database, passwords, clock }, config.admin);
    rewrapping = rewrapKeys({ database, secretBox, keyRing: parts.keyRing }).then(
      (rotation) =>
        rotation.unreadable > 0 && logger.error(rotation, "stored keys that no key of CREDENTIALS_KEYS opens"),
      onTrouble,
    );
    if (config.role !== "relay") await answers.start();
    await node.start();
    ready = true;
  });
  http.addHook("preClose", async () => {
    ready = false;
  });
  http.addHook("onClose", async () => {
    await node.stop();
    await answers.stop();
    await keyChecks.stop();
    await Promise.all(Object.values(venues).map((venue) => venue.close()));
    await rewrapping;
  });
  return { http, metrics };
}

/** Fastify with what all routes share. */
async function createHttp({ config, logger }: Parts): Promise<FastifyInstance> {
  const http = fastify({
    loggerInstance: logger,
    // The last hop only: what stands further left in X-Forwarded-For was written by the client.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: 64 * 1024,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  handleErrors(http);
  parseJsonBodies(http);
  await http.register(helmet, SECURITY_HEADERS);
  http.addHook("onRequest", (_, reply, done) => {
    reply.header("cache-control", "no-store");
    done();
  });
  await http.register(rateLimit, { global: false });
  await describeApi(http);
  return http;
}
