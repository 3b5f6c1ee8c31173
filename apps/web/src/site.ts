/** The script of a public page. */
import "./styles/index.css";
import { takeOver } from "./app/site/take-over.tsx";

takeOver();
