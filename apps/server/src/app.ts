/** The composition root: wires everything by hand, a room at a time (composition/), then says what starts and stops when. */
import type { AddressInfo } from "node:net";
import { createHttp } from "./composition/http.ts";
import { composeMessages } from "./composition/messages.ts";
import type { App, Common, Parts } from "./composition/parts.ts";
import { composePeople } from "./composition/people.ts";
import { composeRelaying, NODES_ALIVE } from "./composition/relaying.ts";
import {
  accountRoutes,
  createAccountDirectory,
  createAccounts,
  createIdChanges,
  createKeyChecks,
  rewrapKeys,
  USER_ACCOUNTS_CHANGED,
} from "./accounts/index.ts";
import { ALERT_CHANGED, alertListRoutes, listAlertsById } from "./alerts/index.ts";
import { auditRoutes } from "./identity/audit/index.ts";
import {
  authRoutes,
  createGuards,
  emailConfirmationRoutes,
  sessionRoutes,
  SESSIONS_ENDED,
} from "./identity/auth/index.ts";
import { linkRoutes } from "./messaging/bot/index.ts";
import { consentRoutes } from "./identity/consents/index.ts";
import { EventHub, eventRoutes } from "./live-updates/index.ts";
import { localeRoutes } from "./platform/http/locales.ts";
import { notifyOfPayment } from "./messaging/notifications/index.ts";
import { createOrderTests, createValidator, testOrderRoute, validateRoute } from "./message-check/index.ts";
import { listOrdersById, ORDER_CHANGED, orderListRoutes } from "./orders/index.ts";
import { overviewRoutes } from "./overview/index.ts";
import { createPayments } from "./billing/payments/index.ts";
import { personalDataRoutes } from "./identity/personal-data/index.ts";
import { createRelayHealth, relayHealthRoutes } from "./admin/relay-health/index.ts";
import { statsRoutes } from "./admin/stats/index.ts";
import { createSubscriptions, SUBSCRIPTIONS_CHANGED, subscriptionRoutes } from "./billing/subscriptions/index.ts";
import { rewrapSecondFactors, twoFactorRoutes } from "./identity/two-factor/index.ts";
import { ensureAdmin, userRoutes } from "./identity/users/index.ts";
import { WriteCheck } from "./platform/db/write-check.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { webPages } from "./platform/http/web-pages.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createSecretBox } from "./platform/security/secret-box.ts";
import { createBus } from "./platform/pubsub.ts";
import { createRetryLog } from "./platform/retry-log.ts";
import { NOTIFICATIONS_MISSED } from "./cluster/node.ts";
import { IntakePriority } from "./cluster/intake-priority.ts";
import { alertsWebhook, ordersWebhook, previewByKey } from "./signals/index.ts";
import { askedInTurn, createVenues } from "./venues.ts";

export type { App, Parts } from "./composition/parts.ts";

/** Who owns it looks for lost payments: the owners of partitions are one node each, and another one takes over. */
const RECONCILING_PARTITION = 0;

/** Builds the product. Nothing of it runs before `http` is ready. */
export async function buildApp(parts: Parts): Promise<App> {
  const { config, database, clock, logger } = parts;
  const log = createRetryLog(logger, clock);
  const http = await createHttp(parts);
  const secretBox = createSecretBox(parts.keyRing);
  const bus = createBus();
  const metrics = createMetrics(
    () => relaying.orders.queues.state,
    () => messages.messaging.queues.state,
  );
  const directory = createAccountDirectory({ storage: database.journal, secretBox, clock });
  const lists = { database, clock, accounts: directory };
  const common: Common = { ...parts, secretBox, bus, intakePriority: new IntakePriority(clock), metrics, log };
  const subscriptions = createSubscriptions({ database, clock, oneRublePlanEmail: config.oneRublePlanEmail });
  const messages = composeMessages({
    ...common,
    subscriptions,
    directory,
    publicUrl: () => config.publicUrl ?? `http://localhost:${(http.server.address() as AddressInfo | null)?.port}`,
  });
  const { messaging, links, leader } = messages;
  const people = await composePeople({ ...common, outbox: messaging.outbox });
  const venues = createVenues(parts);
  const keyChecks = createKeyChecks({ database, secretBox, venues, clock, bus, log });
  const { checkLater: onUnchecked } = keyChecks;
  const accounts = createAccounts({
    database,
    clock,
    secretBox,
    subscriptions,
    outbox: messaging.outbox,
    onUnchecked,
    bus,
  });
  const idChanges = createIdChanges({ database, clock, secretBox, outbox: messaging.outbox, bus });
  const relaying = composeRelaying({ ...common, venues, directory, messages });
  const { orders, node, answers, takeOrder, takeAlert } = relaying;
  const events = new EventHub({
    clock,
    bus,
    rows: {
      order: (ids) => listOrdersById(lists, ids),
      alert: (ids) => listAlertsById(lists, ids),
    },
    sessionEnds: (hashes) => people.auth.sessionEnds(hashes),
    node: () => node.name,
    log,
  });
  bus.subscribe(ORDER_CHANGED, ({ userId, id }) => events.publish(userId, "order", id));
  bus.subscribe(ALERT_CHANGED, ({ userId, id }) => events.publish(userId, "alert", id));
  bus.subscribe(USER_ACCOUNTS_CHANGED, (userId) => {
    // Forgotten before whoever changed them has the answer: the storage's word of it comes later.
    directory.invalidateOf(userId);
    events.publish(userId, "account");
  });
  bus.subscribe(SUBSCRIPTIONS_CHANGED, (userIds) =>
    userIds.forEach((userId) => events.publish(userId, "subscription")),
  );
  bus.subscribe(SESSIONS_ENDED, (userId) => events.sessionsEnded(userId));
  bus.subscribe(NODES_ALIVE, (nodes) => events.heardOf(nodes));
  bus.subscribe(NOTIFICATIONS_MISSED, () => events.resyncAll());
  if (!parts.payments) logger.warn("CLOUDPAYMENTS_PUBLIC_ID is not set: nothing is sold");
  const payments = createPayments({
    config,
    database,
    clock,
    subscriptions,
    consents: people.consents,
    terminal: parts.payments,
    leads: () => orders.queues.owns(RECONCILING_PARTITION),
    onGranted: (tx, payment) => notifyOfPayment(messaging.outbox, tx, payment),
    onUngranted: (payment) => logger.error(payment, "a payment was taken that matches no order, so nothing is granted"),
    log,
  });

  const writeCheck = new WriteCheck({ db: database.journal, clock });
  let ready = false;
  await http.register(healthRoutes({ writeCheck, ready: () => ready }));
  if (config.role !== "relay") {
    const { auth, passwordReset, emailConfirmation, sessions, users, twoFactor, consents, erasure } = people;
    const guards = createGuards(http, auth);
    const webhook = { clock, logger, metrics, answers, writeCheck, tradingViewOnly: config.tradingViewOnly };
    await http.register(
      async (api) => {
        await api.register(ordersWebhook(takeOrder, webhook));
        await api.register(alertsWebhook(takeAlert, webhook));
        await api.register(orderListRoutes(lists, guards));
        await api.register(alertListRoutes(lists, guards));
        await api.register(testOrderRoute(createOrderTests({ accounts: directory, clock, take: takeOrder }), guards));
        const accountsOf = async (userId: string) => (await accounts.list(userId)).map(({ id }) => id);
        const validator = createValidator({
          venues: askedInTurn(venues),
          accounts: directory,
          accountsOf,
          useOfKey: (post) => previewByKey(database.journal, answers.acceptor, post),
          clock,
          log,
        });
        await api.register(validateRoute(validator, guards));
        await api.register(accountRoutes(accounts, idChanges, keyChecks, guards));
        await api.register(linkRoutes(links, guards));
        await api.register(eventRoutes(events, guards));
        await api.register(authRoutes(auth, passwordReset, guards));
        await api.register(emailConfirmationRoutes(emailConfirmation, guards));
        await api.register(sessionRoutes(sessions, guards));
        await api.register(twoFactorRoutes(twoFactor, guards));
        await api.register(userRoutes(users, guards));
        await api.register(overviewRoutes(lists, guards));
        await api.register(auditRoutes({ orm: database.orm, webhookIdOf: directory.webhookIdOf }, guards));
        await api.register(personalDataRoutes({ database, clock, twoFactor, erasure }, guards));
        await api.register(consentRoutes(consents, guards));
        await api.register(subscriptionRoutes(subscriptions, guards));
        await api.register(payments.routes(guards));
        await api.register(statsRoutes({ database, clock }, guards));
        await api.register(relayHealthRoutes(createRelayHealth({ database, clock, node: () => node.name }), guards));
        await api.register(localeRoutes);
      },
      { prefix: "/api/v1" },
    );
    if (parts.webDirectory) {
      const { publicUrl } = config;
      const site = { ...config.site, ...(parts.telegram?.name && { telegramBotName: parts.telegram.name }) };
      await http.register(webPages({ directory: parts.webDirectory, site, publicUrl, payments: parts.payments }));
    }
  }

  let rewrapping: Promise<unknown> = Promise.resolve();
  http.addHook("onReady", async () => {
    await messages.checkMail();
    await ensureAdmin({ database, passwords: people.passwords, clock, logger }, config.admin);
    const rotated = { database, secretBox, keyRing: parts.keyRing };
    rewrapping = Promise.all([rewrapKeys(rotated), rewrapSecondFactors(rotated)]).then(([keys, factors]) => {
      const unreadable = keys.unreadable + factors;
      if (unreadable > 0) logger.error({ unreadable }, "stored secrets that no key of CREDENTIALS_KEYS opens");
    }, log.willRetry);
    // The node's lock first: by it the others see that what it writes is a living node's.
    await node.start();
    if (config.role !== "relay") await answers.start();
    people.erasure.start();
    payments.reconciler?.start();
    if (config.role !== "api") leader.start();
    ready = true;
  });
  http.addHook("preClose", async () => {
    ready = false;
  });
  http.addHook("onClose", async () => {
    await payments.reconciler?.stop();
    await leader.stop();
    await people.behindAnswers.stop();
    await people.erasure.stop();
    await node.stop();
    await messages.stop();
    await answers.stop();
    await keyChecks.stop();
    await Promise.all(Object.values(venues).map((venue) => venue.close()));
    await rewrapping;
  });
  return { http, metrics, events };
}
