export { localeRoutes } from "./routes.ts";
