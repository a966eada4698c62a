// Every page: the elements it may hold.
import { wireShare } from "./elements/share.js";
import { pageWords } from "./words.js";

wireShare(pageWords());
