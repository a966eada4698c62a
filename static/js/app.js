// Every page: the elements it may hold.
import { wireShare } from "./device.js";
import { pageWords } from "./words.js";

wireShare(pageWords());
