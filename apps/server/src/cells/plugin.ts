/**
 * Passes requests on to the cell that they are for, on nodes with CELLS. What names no cell, or this one, goes its usual
 * way. Registered before the features, so that their routes have these hooks.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { bodyOf } from "../platform/http/json-bodies.ts";
import { createDirectory, remoteDirectory } from "./directory.ts";
import { directoryRoutes } from "./directory-routes.ts";
import { CellClient, type WholeAnswer } from "./forward.ts";
import { eachOwnUser, hasUser } from "./own-users.ts";
import { cellOfAlert, cellOfForm, cellOfHeaders, nameInBody } from "./routing.ts";
import { trustCells } from "./trust.ts";

const RETRY_MS = 5_000;
const DELETION = "/api/v1/users/me";

export const cells = fp(
  async (app) => {
    const { config, database, clock, log, serve } = app.platform;
    const { cells: settings, trustProxy, certificates } = config;
    if (!settings) return;
    const { own, first, secret } = settings;
    const others = [...settings.addresses].filter(([cell]) => cell !== own);
    const clients = new Map(
      others.map(([cell, address]) => [cell, new CellClient(address, secret, certificates.header)]),
    );
    app.addHook("preClose", async () => clients.forEach((client) => client.endStreams()));
    app.addHook("onClose", async () => clients.forEach((client) => client.close()));
    const isPassedOn = trustCells(app.server, { secret, trustProxy });
    const toFirst = clients.get(first);
    const directory = toFirst ? remoteDirectory(toFirst) : createDirectory(database, settings, clock);
    const users = { cells: settings, directory, isOwn: (email: string) => hasUser(database, email) };

    // What the headers name is passed on before the body is read: a request may be long, and its answer endless.
    app.addHook("onRequest", async (request, reply) => {
      if (isPassedOn(request.raw)) return;
      const client = clients.get(cellOfHeaders(settings, request) ?? own);
      if (!client) return;
      await client.stream(request, reply);
      return reply;
    });

    app.addHook("preHandler", async (request, reply) => {
      const named = nameInBody(request);
      if (named === undefined || isPassedOn(request.raw)) return;
      if (named === "alert") {
        const client = clients.get(cellOfAlert(settings, request) ?? own);
        // Byte for byte: resends are recognised by a hash of the body.
        return client && give(reply, await client.ask("alert", request, bodyOf(request)));
      }
      const client = clients.get((await cellOfForm(users, named, request)) ?? own);
      return client && give(reply, await client.ask("page", request, Buffer.from(JSON.stringify(request.body))));
    });

    app.addHook("onResponse", async ({ method, routeOptions, user }, { statusCode }) => {
      const isDeletion = method === "DELETE" && routeOptions.url === DELETION && statusCode === 200;
      // A lost one does no harm: whoever signs up with that address again goes to the same cell.
      if (isDeletion) await directory.release(user.email, own).catch(log.willRetry);
    });

    if (!toFirst) await serve(directoryRoutes(directory, ({ raw }: FastifyRequest) => isPassedOn(raw)));
    else {
      // Users who didn't sign up: the first administrator, and those of a restored backup.
      app.jobs.add({
        run: async (ended) => {
          while (!ended.aborted) {
            try {
              return await eachOwnUser(database, (emails) => directory.reserve(emails, own));
            } catch (error) {
              log.willRetry(error);
              await clock.wait(RETRY_MS, ended);
            }
          }
        },
      });
    }
  },
  { name: "cells", dependencies: ["platform", "jobs"] },
);

/** Answers with what another cell answered. */
function give(reply: FastifyReply, { status, headers, body }: WholeAnswer): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(status, headers);
  reply.raw.end(body);
  return reply;
}
