#!/bin/sh
echo "$@" >> '@HERE@/GIVEN'
exec cc "$@"
