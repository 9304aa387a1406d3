-- H2 gives these texts more room, because it counts UTF-16 units. MySQL counts characters, as the rules do, so there is nothing to change here; both have the same versions all the same.
DO 0;
