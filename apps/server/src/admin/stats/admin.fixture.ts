/** The admin whom the settings name, and what they read. */
import type { Page, UserStats } from "@chartrelay/contract";
import type { Api } from "../../../test/api.ts";
import type { TestServer } from "../../../test/server.ts";

export const settings = { ADMIN_EMAIL: "admin@example.com", ADMIN_PASSWORD: "admin-password" };

/** Signs the admin in at a server with these settings. */
export async function adminOf({ api }: Pick<TestServer, "api">): Promise<Api> {
  const login = { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD };
  return api((await api().post("/auth/login", login)).body.accessToken);
}

export async function readStats(query: string, admin: Api): Promise<Page<UserStats>> {
  return (await admin.get(`/users/stats?${query}`)).body as Page<UserStats>;
}
