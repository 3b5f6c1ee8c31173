/** The composition root: wires everything by hand, a room at a time (composition/), then says what starts and stops when. */
import type { AddressInfo } from "node:net";
import { createHttp } from "./composition/http.ts";
import { composeMessages } from "./composition/messages.ts";
import type { App, Common, Parts } from "./composition/parts.ts";
import { composePeople } from "./composition/people.ts";
import { composeRelaying } from "./composition/relaying.ts";
import {
  accountRoutes,
  createAccountDirectory,
  createAccounts,
  createIdChanges,
  createKeyChecks,
  rewrapKeys,
} from "./features/accounts/index.ts";
import { alertRoutes, listAlertsById } from "./features/alerts/index.ts";
import { auditRoutes } from "./features/audit/index.ts";
import { authRoutes, createGuards, emailConfirmationRoutes, sessionRoutes } from "./features/auth/index.ts";
import { linkRoutes } from "./features/bot/index.ts";
import { consentRoutes } from "./features/consents/index.ts";
import { EventHub, eventRoutes, EVENTS_CHANNEL } from "./features/events/index.ts";
import { localeRoutes } from "./features/locales/index.ts";
import { tellPayment } from "./features/notifications/index.ts";
import { MESSAGES_CHANNEL } from "./features/notify/index.ts";
import {
  createOrderTests,
  createValidator,
  findUseOfKey,
  listOrdersById,
  orderListRoutes,
  orderRoutes,
  testOrderRoute,
  validateRoute,
} from "./features/orders/index.ts";
import { overviewRoutes } from "./features/overview/index.ts";
import { createPayments } from "./features/payments/index.ts";
import { personalDataRoutes } from "./features/personal-data/index.ts";
import { createRelayHealth, relayHealthRoutes } from "./features/relay-health/index.ts";
import { statsRoutes } from "./features/stats/index.ts";
import { createSubscriptions, subscriptionRoutes } from "./features/subscriptions/index.ts";
import { rewrapSecondFactors, twoFactorRoutes } from "./features/two-factor/index.ts";
import { ensureAdmin, userRoutes } from "./features/users/index.ts";
import { WriteCheck } from "./platform/db/write-check.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { webPages } from "./platform/http/web-pages.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createSecretBox } from "./platform/security/secret-box.ts";
import { createTroubleLog } from "./platform/trouble.ts";
import { IntakePriority } from "./relay/intake-priority.ts";
import { askedInTurn, createVenues } from "./venues.ts";

export type { App, Parts } from "./composition/parts.ts";

/** Who owns it looks for lost payments: the owners of partitions are one node each, and another one takes over. */
const RECONCILING_PARTITION = 0;

/** Builds the product. Nothing of it runs before `http` is ready. */
export async function buildApp(parts: Parts): Promise<App> {
  const { config, database, clock, logger } = parts;
  const onTrouble = createTroubleLog(logger, clock);
  const http = await createHttp(parts);
  const secretBox = createSecretBox(parts.keyRing);
  const metrics = createMetrics(
    () => relay.state,
    () => notify.relay.state,
  );
  const directory = createAccountDirectory({ storage: database.journal, secretBox, clock });
  const lists = { database, clock, accounts: directory };
  const events = new EventHub({
    clock,
    rows: {
      order: (ids) => listOrdersById(lists, ids),
      alert: (ids) => listAlertsById(lists, ids),
    },
    sessionEnds: (hashes) => people.auth.sessionEnds(hashes),
    node: () => node.name,
    tellNodes: (words) => node.tell(EVENTS_CHANNEL, words),
    onTrouble,
  });
  const common: Common = { ...parts, secretBox, intakePriority: new IntakePriority(clock), metrics, events, onTrouble };

  /** A user's accounts are forgotten here before whoever changed them has the answer: the storage's word of it comes later. */
  const onChanged = (userId: string) => {
    directory.invalidateOf(userId);
    events.publish(userId, "account");
  };
  const subscriptions = createSubscriptions({ database, clock, oneRublePlanEmail: config.oneRublePlanEmail });
  const messages = composeMessages({
    ...common,
    subscriptions,
    directory,
    onAccountsChanged: onChanged,
    publicUrl: () => config.publicUrl ?? `http://localhost:${(http.server.address() as AddressInfo | null)?.port}`,
    tellOwners: (lanes) => node.tellOwners(MESSAGES_CHANNEL, lanes),
  });
  const { notify, links, leader } = messages;
  const people = await composePeople({ ...common, outbox: notify.outbox });
  const venues = createVenues(parts);
  const keyChecks = createKeyChecks({ database, secretBox, venues, clock, onChanged, onTrouble });
  const { checkLater: onUnchecked } = keyChecks;
  const accounts = createAccounts({
    database,
    clock,
    secretBox,
    subscriptions,
    outbox: notify.outbox,
    onUnchecked,
    onChanged,
  });
  const idChanges = createIdChanges({ database, clock, secretBox, outbox: notify.outbox, onChanged });
  const { relay, node, answers, takeIn, takeAlertIn } = composeRelaying({ ...common, venues, directory, messages });
  if (!parts.payments) logger.warn("CLOUDPAYMENTS_PUBLIC_ID is not set: nothing is sold");
  const payments = createPayments({
    config,
    database,
    clock,
    subscriptions,
    consents: people.consents,
    terminal: parts.payments,
    leads: () => relay.owns(RECONCILING_PARTITION),
    onGranted: (tx, payment) => tellPayment(notify.outbox, tx, payment),
    onUngranted: (payment) => logger.error(payment, "a payment was taken that matches no order, so nothing is granted"),
    onTrouble,
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
        await api.register(orderRoutes(takeIn, webhook));
        await api.register(alertRoutes({ ...lists, webhook, takeIn: takeAlertIn }, guards));
        await api.register(orderListRoutes(lists, guards));
        await api.register(testOrderRoute(createOrderTests({ accounts: directory, clock, takeIn }), guards));
        const accountsOf = async (userId: string) => (await accounts.list(userId)).map(({ id }) => id);
        const validator = createValidator({
          venues: askedInTurn(venues),
          accounts: directory,
          accountsOf,
          useOfKey: (alert) => findUseOfKey(database.journal, answers.acceptor, alert),
          clock,
          onTrouble,
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
    }, onTrouble);
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
