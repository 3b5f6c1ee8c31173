import fp from "fastify-plugin";
import { createPasswords } from "../platform/security/passwords.ts";
import { createThrottle } from "../platform/security/throttle.ts";
import {
  authRoutes,
  createAuth,
  createBehindAnswers,
  createEmailConfirmation,
  createGuards,
  createLoginThrottle,
  createPasswordReset,
  createSessions,
  createSignupLimits,
  emailConfirmationRoutes,
  sessionRoutes,
  type Auth,
  type Guards,
} from "./auth/index.ts";
import { createConsents, type Consents } from "./consents/index.ts";
import { createRetention, Erasure, forgetHolder, personalDataRoutes } from "./personal-data/index.ts";
import { createTwoFactor, rewrapSecondFactors, twoFactorRoutes } from "./two-factor/index.ts";
import { createUsers, ensureAdmin, userRoutes } from "./users/index.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly identity: { readonly auth: Auth; readonly consents: Consents };
    readonly guards: Guards;
  }
}

/** The product's users: registration, sign-in and its guards, sessions, consents and account deletion. */
export const identity = fp(
  async (app) => {
    const { config, database, clock, secretBox, keyRing, bus, log, logger, serve } = app.platform;
    const { outbox } = app.messaging;
    const passwords = await createPasswords(app.platform.passwordCost);
    const throttle = createThrottle(database, clock);
    const { idPrefix } = config;
    const common = { database, clock, passwords, throttle, outbox, bus, idPrefix };
    const loginThrottle = createLoginThrottle({ database, clock, throttle });
    const twoFactor = createTwoFactor({ ...common, secretBox, brand: config.site.brand });
    const consents = createConsents({ database, clock });
    const behindAnswers = createBehindAnswers({ clock, log });
    const passwordReset = createPasswordReset({ ...common, secretBox, loginThrottle, behindAnswers, forgetHolder });
    const emailConfirmation = createEmailConfirmation({ ...common, secretBox });
    const auth = createAuth({
      ...common,
      signupLimits: createSignupLimits({ throttle }),
      loginThrottle,
      behindAnswers,
      passwordReset,
      emailConfirmation,
      secondFactor: twoFactor,
      acceptDocuments: consents.acceptNamed,
    });
    const erasure = new Erasure({ database, clock, bus, log });
    const guards = createGuards(app, auth);
    app.decorate("identity", { auth, consents });
    app.decorate("guards", guards);
    app.jobs.add(createRetention({ database, clock, kept: config.kept, log }));
    await serve(
      authRoutes(auth, passwordReset, guards),
      emailConfirmationRoutes(emailConfirmation, guards),
      sessionRoutes(createSessions({ ...common, secondFactor: twoFactor }), guards),
      twoFactorRoutes(twoFactor, guards),
      userRoutes(createUsers(common), guards),
      personalDataRoutes({ database, clock, twoFactor, erasure }, guards),
    );

    let rewrapping: Promise<void> = Promise.resolve();
    app.addHook("onReady", async () => {
      await ensureAdmin({ database, passwords, clock, logger }, config.admin);
      rewrapping = rewrapSecondFactors({ database, secretBox, keyRing }).then((unreadable) => {
        if (unreadable > 0) logger.error({ unreadable }, "second factors that no key of CREDENTIALS_KEYS opens");
      }, log.willRetry);
      erasure.start();
    });
    app.addHook("onClose", async () => {
      await behindAnswers.stop();
      await erasure.stop();
      await rewrapping;
    });
  },
  { name: "identity", dependencies: ["messaging", "account directory", "jobs"] },
);
